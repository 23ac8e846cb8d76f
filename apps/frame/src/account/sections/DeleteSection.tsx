import { Button, TextField } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useStore } from '../../store/useStore.ts'
import { useSay, useWords } from '../locales/WordsContext.tsx'
import { type AccountPage, ask } from '../page/AccountPage.ts'
import { runAction } from '../page/accountActions.ts'
import { Section } from './Section.tsx'

/** Whatever its letters are made of, and in whichever case a keyboard begins a field. */
function isSameWord(tag: string, typed: string, word: string): boolean {
  const plain = (text: string) => text.trim().normalize('NFC').toLocaleUpperCase(tag)
  return plain(typed) === plain(word)
}

/** Deletes everything, after a word typed by hand. */
export function DeleteSection({ page }: { page: AccountPage }): ReactElement {
  const say = useSay()
  const { tag } = useWords()
  const { busy } = useStore(page.store)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const word = say('delete.word')
  const remove = () =>
    runAction(page, 'delete', async () => {
      await ask(page, 'deleteAccount', {})
      page.store.setState({ keys: await ask(page, 'getState', {}), account: null })
    })
  return (
    <Section title={say('delete.title')} lede={say('delete.body')}>
      {open ? (
        <div className="ac-stack">
          <TextField
            label={say('delete.type', { word })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <div className="ac-pair">
            <Button onClick={() => setOpen(false)}>{say('cancel')}</Button>
            <Button
              variant="danger"
              disabled={!isSameWord(tag, typed, word)}
              loading={busy === 'delete'}
              onClick={() => void remove()}
            >
              {say('delete.now')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="ac-buttons">
          <Button size="small" className="ac-danger" onClick={() => setOpen(true)}>
            {say('delete.open')}
          </Button>
        </div>
      )}
    </Section>
  )
}
