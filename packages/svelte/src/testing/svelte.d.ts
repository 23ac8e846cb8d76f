declare module '*.svelte' {
  const Page: import('svelte').Component<{ stores: import('../stores.ts').LatchkeyStores }>
  // biome-ignore lint/style/noDefaultExport: that is what Svelte's compiler writes
  export default Page
}
