import { fileURLToPath } from 'node:url'

const file = (path) => fileURLToPath(new URL(path, import.meta.url))

/** No loader for styles: the package brings its own in its scripts. */
export default {
  mode: 'production',
  entry: './src/main.ts',
  devtool: 'source-map',
  output: { path: file('./dist'), filename: 'main.js', chunkFilename: '[name].[contenthash].js' },
  resolve: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
  module: { rules: [{ test: /\.ts$/, use: 'ts-loader' }] },
  performance: { hints: false },
}
