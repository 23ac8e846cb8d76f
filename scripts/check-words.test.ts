import { describe, expect, it } from 'vitest'
import { checkCatalogues, checkSources, checkVoice } from './check-words.ts'
import { findShownText } from './words/findShownText.ts'
import { findAvoided, readVoice } from './words/readVoice.ts'

const shown = (source: string) => findShownText(source, 'view.tsx').map(({ text }) => text)

describe('words that a source shows by itself', () => {
  it.each([
    ['text', 'const a = <p>Hello you</p>', ['Hello you']],
    ['text in braces', "const a = <p>{'Hello'}</p>", ['Hello']],
    ['a template', `const a = <p>{\`You have \${n} left\`}</p>`, ['You have left']],
    ['text of a fragment', 'const a = <>Hello</>', ['Hello']],
    ['a label', 'const a = <b aria-label="Close" />', ['Close']],
    ['a label in braces', "const a = <b title={'Close'} />", ['Close']],
    ['a hint and a picture’s words', 'const a = <b placeholder="Name" alt="Code" />', ['Name', 'Code']],
    ['an element’s own text', "button.textContent = 'Close'", ['Close']],
    ['properties that are given', "Object.assign(button, { ariaLabel: 'Close' })", ['Close']],
    ['an attribute that is set', "button.setAttribute('aria-label', 'Close')", ['Close']],
    ['other letters than ours', 'const a = <p>Grüße</p>', ['Grüße']],
  ])('finds %s', (_, source, expected) => expect(shown(source)).toEqual(expected))

  it.each([
    ['what comes from a catalogue', "const a = <p title={say('a.title')}>{say('a.text')}</p>"],
    ['signs and single letters', 'const a = <p aria-label="×">· s {count}</p>'],
    ['what nobody reads', 'const a = <p className="a-class" id="name" role="status" />'],
    ['other attributes that are set', "button.setAttribute('class', 'big')"],
    ['properties of other names', "const a = { name: 'Close' }"],
  ])('passes %s', (_, source) => expect(shown(source)).toEqual([]))

  it('says where, and lets names be', () => {
    const source = 'const a = (\n  <p>\n    Hello\n  </p>\n)\nconst b = <img alt="Farcaster" />'
    expect(checkSources(new Map([['apps/frame/src/a.tsx', source]]))).toEqual([
      'apps/frame/src/a.tsx:2 shows "Hello", which no catalogue has',
    ])
  })
})

describe('catalogues', () => {
  const english = {
    part: { hello: 'Hi {name}', left_one: '{count} try', left_other: '{count} tries' },
  }
  const compare = (part: Record<string, string>, tag = 'de') =>
    checkCatalogues(
      new Map([
        ['en', english],
        [tag, { part }],
      ]),
    )

  it('may be whole, with a number in words', () => {
    expect(compare({ hello: 'Hallo {name}', left_one: 'ein Mal', left_other: '{count} Mal' })).toEqual([])
  })
  it('have the plural forms of their language', () => {
    expect(compare({ hello: '{name}', left_one: '{count}', left_other: '{count}' }, 'ja')).toEqual([
      'ja: part/left_one is not a message of English',
    ])
    expect(compare({ hello: '{name}', left_one: '{count}', left_other: '{count}' }, 'pl')).toEqual([
      'pl: part/left_many is missing',
      'pl: part/left_few is missing',
      'pl: part/left_other is not a message of English',
    ])
  })
  it.each([
    [{ left_one: '{count}', left_other: '{count}' }, 'de: part/hello is missing'],
    [
      { hello: '{name}', left_one: '{count}', left_other: '{count}', more: '' },
      'de: part/more is not a message of English',
    ],
    [{ hello: 'Hallo', left_one: '{count}', left_other: '{count}' }, 'de: part/hello lacks {name}'],
    [
      { hello: '{name} {host}', left_one: '{count}', left_other: '{count}' },
      'de: part/hello has {host}, English has not',
    ],
    [{ hello: '{name}', left_one: '{count}', left_other: 'Mal' }, 'de: part/left_other lacks {count}'],
  ])('%o is refused', (part, problem) => expect(compare(part as Record<string, string>)).toContain(problem))

  it('need an English one', () =>
    expect(checkCatalogues(new Map())).toEqual(['there is no English catalogue']))
})

describe('the voice', () => {
  const page = [
    '# Voice',
    '## Words we avoid',
    'A star stands for any ending.',
    '| avoid | instead |',
    '|---|---|',
    '| utiliz*, go on | use, or continue |',
    '| mail | e-mail |',
    '## Fixed strings',
    '- `Go on by mail`',
  ].join('\n')
  const voice = readVoice(page)
  const avoided = (message: string) => findAvoided(voice, message).map(({ word }) => word)

  it.each([
    ['We utilize it.', ['utiliz*']],
    ['Utilizing a mail', ['utiliz*', 'mail']],
    ['To go on, wait.', ['go on']],
    ['Send an e-mail', []],
    ['Going once', []],
    ['Go on by mail', []],
  ])('in “%s”', (message, words) => expect(avoided(message)).toEqual(words))

  it('names the message, the word and what to say', () => {
    expect(checkVoice(voice, { part: { a: 'Your mail', b: 'Go on by mail' } })).toEqual([
      'part/a says "mail"; say e-mail: Your mail',
    ])
  })
  it('keeps no fixed string that nothing says', () => {
    expect(checkVoice(voice, { part: {} })).toEqual(['no message says the fixed string "Go on by mail"'])
  })
  it('is not read from a page without its lists', () => {
    expect(() => readVoice('# Voice')).toThrow('no section')
    expect(() => readVoice('## Words we avoid\n\n## Fixed strings\n')).toThrow('no words')
  })
})
