import { email as emailSchema } from '@latchkey/protocol'
import { Button, TextField } from '@latchkey/ui'
import { type ComponentProps, type FormEvent, type ReactElement, useState } from 'react'
import { useSay } from '../locales/WordsContext.tsx'

export type EmailFormProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'placeholder'> & {
  busy: boolean
  /** Gets an address of the right form. */
  onSubmit: (email: string) => void
}

/** Asks for an address and checks its form before anything is sent. */
export function EmailForm({ busy, onSubmit, ...field }: EmailFormProps): ReactElement {
  const say = useSay()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const valid = emailSchema.safeParse(email.trim())
    setWrong(!valid.success)
    if (valid.success) onSubmit(valid.data)
  }
  return (
    <form className="ac-stack" onSubmit={submit} noValidate>
      <TextField
        {...field}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={wrong ? say('in.emailWrong') : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button variant="primary" type="submit" loading={busy}>
        {say('in.continue')}
      </Button>
    </form>
  )
}
