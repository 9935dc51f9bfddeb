import officeAddins from 'eslint-plugin-office-addins';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const officeRules = Object.fromEntries(
  Object.keys(officeAddins.rules).map((rule) => [`office-addins/${rule}`, 'error']),
);
const addin = ['src/functions/**/*.ts', 'src/taskpane/**/*.{ts,tsx}'];

export default tseslint.config(
  { ignores: ['dist', 'data', 'node_modules'] },
  {
    files: ['**/*.{ts,tsx}', '{scripts,test}/**/*.mjs'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/require-await': 'off',
      'max-params': ['error', 4],
      'no-console': 'error',
    },
  },
  { files: addin, plugins: { 'office-addins': officeAddins }, rules: officeRules },
  { files: ['src/taskpane/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  {
    files: ['scripts/**', 'bench/**', 'chaos/**', 'simulation/**', 'dialects/**', 'standin/**'],
    rules: { 'no-console': 'off' },
  },
);
