import type { ShikiTransformer, ThemeRegistration } from 'shiki'

/** Each role has a place-holder, which becomes a class: a page under a strict policy may have no style attribute. */
const ROLES = {
  '#000001': 'text',
  '#000002': 'keyword',
  '#000003': 'string',
  '#000004': 'name',
  '#000005': 'comment',
  '#000006': 'literal',
} as const

/** The theme of code blocks; theme.css has the colours of the roles, dark and light. */
export const codeTheme: ThemeRegistration = {
  name: 'latchkey',
  type: 'dark',
  colors: { 'editor.foreground': '#000001', 'editor.background': '#000000' },
  settings: [
    { settings: { foreground: '#000001', background: '#000000' } },
    {
      scope: [
        'keyword',
        'storage',
        'entity.name.tag',
        'punctuation.definition.tag',
        'support.type.property-name.css',
      ],
      settings: { foreground: '#000002' },
    },
    { scope: ['keyword.operator', 'punctuation'], settings: { foreground: '#000001' } },
    {
      scope: ['string', 'punctuation.definition.string', 'markup.inline.raw'],
      settings: { foreground: '#000003' },
    },
    {
      scope: [
        'entity.name.function',
        'entity.name.type',
        'support.class.component',
        'entity.other.attribute-name',
        'support.type.property-name.json',
      ],
      settings: { foreground: '#000004' },
    },
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: '#000005' } },
    { scope: ['constant', 'variable.language'], settings: { foreground: '#000006' } },
  ],
}

/** Replaces the style attributes of highlighted code by classes. */
export const classesForStyles: ShikiTransformer = {
  name: 'latchkey:classes-for-styles',
  pre(node) {
    delete node.properties.style
  },
  span(node) {
    const [color] = /#[0-9A-F]{6}/i.exec(String(node.properties.style ?? '')) ?? []
    delete node.properties.style
    const role = Object.entries(ROLES).find(([placeholder]) => placeholder === color)?.[1]
    if (role && role !== 'text') this.addClassToHast(node, `code-${role}`)
  },
}
