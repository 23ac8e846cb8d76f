import { Button } from '@latchkey/ui'
import { type ReactElement, useState } from 'react'
import { useStore } from '../../store/useStore.ts'
import { useSay } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'
import { runAction } from '../page/accountActions.ts'
import { Section } from './Section.tsx'

/** The picture by which the person tells the wallet from a page that imitates it. */
export function PictureSection({ page }: { page: AccountPage }): ReactElement {
  const say = useSay()
  const { picture, busy } = useStore(page.store)
  const [chooser, setChooser] = useState<(() => ReactElement) | null>(null)
  const choose = () =>
    runAction(page, 'picture', async () => {
      const { anyPicture, PictureChooser } = await import('./PictureChooser.tsx')
      if (picture === '') page.keepPicture(anyPicture())
      setChooser(() => () => <PictureChooser page={page} onDone={() => setChooser(null)} />)
    })
  return (
    <Section title={say('picture.title')} lede={say('picture.lede')} name="picture">
      {chooser?.() ?? (
        <div className="ac-row-end">
          <span className="lk-small lk-dim">{say(picture === '' ? 'picture.none' : 'picture.there')}</span>
          <Button size="small" loading={busy === 'picture'} onClick={() => void choose()}>
            {say(picture === '' ? 'picture.choose' : 'picture.change')}
          </Button>
        </div>
      )}
    </Section>
  )
}
