import { type Child, element } from './element.ts'

/** Fields whose Enter key submits. A submit that a script made does nothing. */
export const form = (
  children: readonly Child[],
  options: { submit(): void; isGenuine(event: Event): boolean; id: string },
): HTMLFormElement =>
  element('form', { id: options.id, class: 'kp-form', novalidate: true }, children, {
    submit: (event) => {
      event.preventDefault()
      if (options.isGenuine(event)) options.submit()
    },
  })

/** The button of a form that stands outside of it. */
export const submitButton = (label: string, formId: string): HTMLButtonElement =>
  element('button', { type: 'submit', form: formId, class: 'kp-button kp-main' }, [label])
