import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import CopyWebpackPlugin from 'copy-webpack-plugin';
import CustomFunctionsMetadataPlugin from 'custom-functions-metadata-plugin';
import { EsbuildPlugin } from 'esbuild-loader';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

const OFFICE_JS = 'https://appsforoffice.microsoft.com/lib/1/hosted/office.js';
const here = import.meta.dirname;
const source = (path) => resolve(here, 'src', path);

const base = (name) => ({
  name,
  mode: 'production',
  devtool: false,
  target: ['web', 'es2022'],
  cache: { type: 'filesystem', name },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  optimization: { minimizer: [new EsbuildPlugin({ target: 'es2022', css: true, legalComments: 'none' })] },
  performance: { hints: false },
});
const typescript = { test: /\.tsx?$/, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } };
const styles = { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] };

/** Every file that declares functions for Excel; their comments become functions.json. */
const declarations = readdirSync(source('functions/declarations'))
  .sort()
  .map((file) => source(`functions/declarations/${file}`));

/** The add-in: functions and pane in one runtime, one copy of every module. Served from the root. */
const addin = {
  ...base('addin'),
  entry: { functions: source('functions/main.ts'), taskpane: source('taskpane/main.tsx') },
  output: { path: resolve(here, 'dist/addin'), filename: '[name].js', publicPath: '/', clean: true },
  optimization: { ...base('addin').optimization, runtimeChunk: 'single', splitChunks: { chunks: 'all', name: 'desk' } },
  module: { rules: [typescript, styles] },
  plugins: [
    new CustomFunctionsMetadataPlugin({ output: 'functions.json', input: declarations }),
    new MiniCssExtractPlugin(),
    new HtmlWebpackPlugin({
      template: source('taskpane/taskpane.html'),
      filename: 'taskpane.html',
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
  output: { path: resolve(here, 'dist/workbench'), filename: '[name].js', publicPath: '/workbench/', clean: true },
  module: { rules: [typescript, styles] },
  plugins: [
    new MiniCssExtractPlugin(),
    new HtmlWebpackPlugin({
      template: source('workbench/workbench.html'),
      filename: 'index.html',
      chunks: ['workbench'],
    }),
  ],
};

export default [addin, workbench];
