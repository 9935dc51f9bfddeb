import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import CopyWebpackPlugin from 'copy-webpack-plugin';
import { generateCustomFunctionsMetadata } from 'custom-functions-metadata';
import { EsbuildPlugin } from 'esbuild-loader';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { functionsText } from './scripts/functions-text.mjs';
import { ThemeVariables } from './scripts/theme-variables.mjs';

const OFFICE_JS = 'https://officeapis.public.onecdn.static.microsoft/1/office.js';
const here = import.meta.dirname;
const source = (path) => resolve(here, 'src', path);

/** What stands around every room and is there a moment after the first one (src/taskpane/shell/rooms.tsx). */
const AROUND_ROOMS = new Set(['news', 'strips', 'first-steps']);

const base = (name) => ({
  name,
  mode: 'production',
  devtool: false,
  target: ['web', 'es2022'],
  // What a build keeps for the next one has the short names of its exports: of two builds one would call another's.
  cache: false,
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  optimization: { minimizer: [new EsbuildPlugin({ target: 'es2022', css: true, legalComments: 'none' })] },
  performance: { hints: false },
});
const typescript = {
  test: /\.tsx?$/,
  loader: 'esbuild-loader',
  options: { target: 'es2022', jsx: 'automatic' },
};
const styles = { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] };

/** In our styles, behind what reads TypeScript, and in Fluent's own: first the tokens, then what is made of them. */
const writtenStyles = {
  test: /\.(tsx?|styles\.js)$/,
  include: [source('taskpane'), /[\\/]@fluentui[\\/]react-/],
  enforce: 'post',
  use: ['written-styles', 'token-values'].map((name) => resolve(here, `scripts/${name}.mjs`)),
};

/** In the schemas, behind what reads TypeScript: what a page does not read with is left out of it. */
const pureSchemas = {
  test: /\.ts$/,
  include: [source('domain'), source('contract')],
  enforce: 'post',
  loader: resolve(here, 'scripts/pure-schemas.mjs'),
};

/** Every file that declares functions for Excel; their comments become functions.json. */
const declarations = readdirSync(source('functions/declarations'))
  .sort()
  .map((file) => source(`functions/declarations/${file}`));

/** functions.json, made from the comments. Microsoft's own plugin would associate every function a second time. */
const functionsJson = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('functionsJson', (compilation) =>
      compilation.hooks.processAssets.tapPromise('functionsJson', async () => {
        const { metadataJson, errors } = await generateCustomFunctionsMetadata(declarations, false);
        for (const error of errors) compilation.errors.push(new webpack.WebpackError(error));
        compilation.emitAsset('functions.json', new webpack.sources.RawSource(functionsText(metadataJson)));
      }),
    );
  },
};

/** The add-in: functions and pane in one runtime, one copy of every module. Served from the root. */
const addin = {
  ...base('addin'),
  entry: {
    functions: source('functions/main.ts'),
    // What both need comes once, with the functions, and they wait for nothing of the pane's own.
    taskpane: { import: source('taskpane/main.tsx'), dependOn: 'functions' },
    dialog: source('taskpane/dialog/main.ts'),
  },
  output: {
    path: resolve(here, 'dist/addin'),
    // The manifest names the functions' file. Every other name follows from what is in the file, so that a page never
    // gets a part of another version than its own.
    filename: ({ chunk }) => (chunk.name === 'functions' ? 'functions.js' : '[name].[contenthash].js'),
    chunkFilename: '[name].[contenthash].js',
    publicPath: '/',
    // 40 bits tell the files of one build and the next apart.
    hashDigestLength: 10,
    clean: true,
  },
  optimization: {
    // One letter for an export: they are told apart within one build alone.
    mangleExports: 'size',
    // A file's name and nothing else leads to it, so there is one table of them and not two.
    chunkIds: 'named',
    // Webpack's own: it takes out what nothing uses inside a module's function too, which esbuild leaves in (26 kB zipped).
    minimizer: ['...'],
    // The gateway looks for the tag of office.js as it is written.
    minimizeOptions: { html: false },
    splitChunks: {
      cacheGroups: {
        default: false,
        defaultVendors: false,
        // What several rooms need beyond what the first one brought; what stands around every room does not wait for the others.
        parts: { chunks: 'async', minChunks: 2, name: 'parts', enforce: true },
        around: {
          chunks: 'async',
          minChunks: 2,
          name: 'around',
          enforce: true,
          priority: 1,
          test: (module, { chunkGraph }) =>
            chunkGraph.getModuleChunks(module).some(({ name }) => AROUND_ROOMS.has(name)),
        },
      },
    },
  },
  module: { rules: [typescript, pureSchemas, writtenStyles, styles] },
  plugins: [
    functionsJson,
    new MiniCssExtractPlugin({ filename: '[name].[contenthash].css' }),
    new ThemeVariables(),
    new HtmlWebpackPlugin({
      template: source('taskpane/taskpane.html'),
      filename: 'taskpane.html',
      minify: { collapseWhitespace: true, minifyCSS: true },
      chunks: ['functions', 'taskpane'],
      officeJs: OFFICE_JS,
      scriptLoading: 'blocking',
      inject: 'body',
    }),
    new HtmlWebpackPlugin({
      template: source('taskpane/dialog/dialog.html'),
      filename: 'dialog.html',
      chunks: ['dialog'],
      officeJs: OFFICE_JS,
      scriptLoading: 'blocking',
      inject: 'body',
    }),
    new CopyWebpackPlugin({
      patterns: [
        { from: 'manifest.xml', context: here },
        { from: 'assets', context: here, to: 'assets' },
        { from: source('taskpane/shortcuts.json') },
      ],
    }),
  ],
};

/** The workbench: a spreadsheet in the browser that stands in for Excel. Served under /workbench/. */
const workbench = {
  ...base('workbench'),
  entry: { workbench: source('workbench/main.ts'), 'wire-page': source('workbench/wire-page.ts') },
  output: {
    path: resolve(here, 'dist/workbench'),
    filename: '[name].js',
    publicPath: '/workbench/',
    clean: true,
  },
  // The grid's licence asks that its notices stay in what is built from it.
  optimization: { minimizer: [new EsbuildPlugin({ target: 'es2022', css: true, legalComments: 'eof' })] },
  module: { rules: [typescript, styles] },
  plugins: [
    new MiniCssExtractPlugin(),
    new HtmlWebpackPlugin({
      template: source('workbench/workbench.html'),
      filename: 'index.html',
      chunks: ['workbench'],
      scriptLoading: 'blocking',
      inject: 'body',
    }),
  ],
};

export default [addin, workbench];
