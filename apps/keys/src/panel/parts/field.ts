import { element } from './element.ts'

export type Field = {
  readonly node: HTMLElement
  readonly input: HTMLInputElement
  /** Shows what is wrong, and has it read out; null takes it away. */
  setError(text: string | null): void
}

/** A labelled text field. Nothing is remembered, corrected or suggested: it may be for a secret. */
export function field(
  label: string,
  options: { id: string; value?: string; maxLength: number; mono?: boolean; onInput?(value: string): void },
): Field {
  const { id, value = '', maxLength, mono = false, onInput } = options
  const error = element('p', { id: `${id}-error`, class: 'kp-error', role: 'alert' })
  const input = element(
    'input',
    {
      id,
      class: mono ? 'kp-input kp-mono' : 'kp-input',
      type: 'text',
      value,
      maxlength: maxLength,
      autocomplete: 'off',
      autocapitalize: mono ? 'characters' : 'sentences',
      autocorrect: 'off',
      spellcheck: 'false',
      'aria-describedby': `${id}-error`,
      dir: mono ? 'ltr' : undefined,
    },
    [],
    { input: () => onInput?.(input.value) },
  )
  const node = element('div', { class: 'kp-field' }, [element('label', { for: id }, [label]), input, error])
  return {
    node,
    input,
    setError(text) {
      error.textContent = text ?? ''
      input.setAttribute('aria-invalid', String(text !== null))
    },
  }
}
