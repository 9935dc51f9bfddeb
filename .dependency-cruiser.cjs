// Which parts of the house may import which. npm run check holds every file to it; README.md, "Where things live", says why.

/** Rooms of src, from below to above, with what each may import besides itself. */
const ROOMS = {
  domain: { rooms: [], packages: ['zod', 'big.js'] },
  effects: { rooms: ['domain'], packages: [] },
  contract: { rooms: ['domain'], packages: ['zod'] },
  client: { rooms: ['contract', 'domain', 'effects'], packages: [] },
  functions: { rooms: ['client', 'domain'], packages: [] },
  taskpane: {
    rooms: ['client', 'domain'],
    packages: ['react', 'react-dom', '@fluentui/[^/]+', '@azure/msal-[^/]+'],
  },
  gateway: {
    rooms: ['contract', 'domain', 'effects'],
    packages: [
      'zod',
      'undici',
      'ws',
      'libsql',
      'fastify',
      '@fastify/[^/]+',
      'pino',
      'temporal-polyfill',
      '@napi-rs/keyring',
      'fflate',
      'jsonata',
      'openid-client',
      'jose',
      'prom-client',
      'pg',
    ],
    node: true,
  },
  simulator: {
    rooms: ['contract', 'effects'],
    packages: ['zod', 'fastify', 'big.js', 'temporal-polyfill'],
    node: true,
  },
  workbench: { rooms: [], packages: ['zod', '@univerjs/[^/]+', 'rxjs', 'react', 'react-dom', 'fflate'] },
};

/** Of the pane: what every room may import, and the shell, which imports the rooms. What is not named here is a room. */
const BELOW_ROOMS = ['app', 'excel', 'quoting', 'templates', 'ui'];
const SHELL = 'shell';

/**
 * Folders whose own files stand on their subfolders, and folders whose subfolders stand on their own files. A folder and
 * its subfolder are no circle to dependency-cruiser, so each says which of the two is above.
 */
const ON_TOP = [
  'functions',
  'gateway',
  'gateway/actions',
  'gateway/platform',
  'simulator',
  'taskpane',
  'workbench',
];
const BELOW = ['domain', 'taskpane/ui'];

const either = (names) => `(?:${names.join('|')})`;
const packagePath = (names) => `(^|/)node_modules/(@types/)?${either(names)}/`;

const roomRules = Object.entries(ROOMS).flatMap(([room, { rooms, packages, node }]) => [
  {
    name: `${room}-imports-rooms-below-it`,
    comment: 'A room imports only the rooms that stand below it.',
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: {
      path: '^[^/]',
      pathNot: [`^src/${either([room, ...rooms])}/`, 'node_modules/'],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: `${room}-imports-its-packages`,
    comment: 'A package that a room has not had before is a decision: name it in ROOMS.',
    severity: 'error',
    from: { path: `^src/${room}/` },
    to: { path: 'node_modules/', ...(packages.length > 0 && { pathNot: packagePath(packages) }) },
  },
  ...(node
    ? []
    : [
        {
          name: `${room}-runs-without-node`,
          comment: 'What a page or Excel loads has no modules of Node.',
          severity: 'error',
          from: { path: `^src/${room}/` },
          to: { dependencyTypes: ['core'] },
        },
      ]),
]);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment: 'Folders form a tree of imports: what two folders need of each other belongs below both.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-file-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    // One rule for each: of two folders that stand in each other, a single pattern would find the outer one alone.
    ...ON_TOP.map((folder) => ({
      name: 'subfolders-do-not-import-what-stands-on-them',
      severity: 'error',
      from: { path: `^src/${folder}/[^/]+/` },
      to: { path: `^src/${folder}/[^/]+$` },
    })),
    {
      name: 'no-file-imports-a-subfolder-that-stands-on-it',
      severity: 'error',
      from: { path: `^src/(${BELOW.join('|')})/[^/]+$` },
      to: { path: '^src/$1/[^/]+/' },
    },
    {
      name: 'no-other-folder-stands-beside-its-subfolder',
      comment: 'A folder whose files and subfolders import each other is named above, in ON_TOP or in BELOW.',
      severity: 'error',
      from: { path: `^src/(?!${either([...ON_TOP, ...BELOW])}/[^/]+$)(.+)/[^/]+$` },
      to: { path: '^src/$1/[^/]+/' },
    },
    ...roomRules,
    {
      name: 'rooms-of-the-pane-stand-alone',
      comment: 'A room of the pane never imports another one: what they share lies below them.',
      severity: 'error',
      from: { path: `^src/taskpane/(?!${either([...BELOW_ROOMS, SHELL])}/)([^/]+)/` },
      to: { path: `^src/taskpane/(?!${either(BELOW_ROOMS)}/)[^/]+/`, pathNot: '^src/taskpane/$1/' },
    },
    {
      name: 'nothing-below-the-rooms-imports-one',
      severity: 'error',
      from: { path: `^src/taskpane/${either(BELOW_ROOMS)}/` },
      to: { path: `^src/taskpane/(?!${either(BELOW_ROOMS)}/)` },
    },
    {
      name: 'only-storage-knows-the-database',
      comment:
        'What is kept is asked for by the interfaces of the stores: another database is another storage folder.',
      severity: 'error',
      from: { pathNot: '^src/gateway/storage/' },
      to: { path: ['^src/gateway/storage/(database|schema|sqlite-[^/]+)[.]ts$', packagePath(['libsql'])] },
    },
    {
      name: 'only-the-stores-in-postgresql-know-it',
      comment: 'A desk on one machine loads none of it.',
      severity: 'error',
      from: { pathNot: '^src/gateway/storage/postgres/' },
      to: { path: packagePath(['pg', 'pg-[^/]+']) },
    },
    {
      name: 'nothing-imports-a-main',
      comment: 'A main starts a process or a page when it is loaded.',
      severity: 'error',
      from: {},
      to: { path: '[/-]main[.]tsx?$' },
    },
    {
      name: 'only-the-page-loads-the-whole-grid',
      comment: 'It extends the library for everything that shares its process, tests among them.',
      severity: 'error',
      from: { pathNot: '^src/workbench/main[.]ts$' },
      to: { path: '^src/workbench/grid/univer[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports, and that imports nothing, is left over.',
      severity: 'error',
      from: { orphan: true, pathNot: ['[.]d[.]ts$', '^src/workbench/wire-page[.]ts$'] },
      to: {},
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Imports of types count: they are understood by reading the other file.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
