/** A Vite plugin: whoever imports words gets the sections that they asked for, and no others. */
export declare function splitCatalogues(): {
  name: string
  enforce: 'pre'
  resolveId(source: string, importer: string | undefined): string | undefined
  load(id: string): { code: string; moduleType: 'ts' } | undefined
}
/** A catalogue with no sections but these. Throws where one of them is missing. */
export declare function keepSections(source: string, sections: readonly string[]): string
