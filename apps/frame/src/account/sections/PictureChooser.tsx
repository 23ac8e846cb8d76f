import {
  nameOfPicture,
  type PictureGround,
  type PictureShape,
  pictureGrounds,
  pictureShapes,
  readOwnPicture,
} from '@latchkey/std/ownPicture'
import { Button } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { OwnMark } from '../../screens/parts/OwnMark.tsx'
import { useStore } from '../../store/useStore.ts'
import type { WordKey } from '../locales/Words.ts'
import { useSay } from '../locales/WordsContext.tsx'
import type { AccountPage } from '../page/AccountPage.ts'

type ChoiceProps<Name extends string> = {
  legend: string
  names: readonly Name[]
  chosen: Name
  wordOf: (name: Name) => WordKey
  pictureOf: (name: Name) => string
  onChoose: (name: Name) => void
}

/** One of several, drawn; arrow keys move between them as between radio buttons. */
function Choice<Name extends string>(props: ChoiceProps<Name>): ReactElement {
  const { legend, names, chosen, wordOf, pictureOf, onChoose } = props
  const say = useSay()
  return (
    <fieldset className="ac-pictures">
      <legend className="ac-h3">{legend}</legend>
      {names.map((name) => (
        <label key={name} className="ac-picture">
          <input
            type="radio"
            className="ac-picture-input"
            name={legend}
            checked={name === chosen}
            aria-label={say(wordOf(name))}
            onChange={() => onChoose(name)}
          />
          <OwnMark name={pictureOf(name)} size={40} />
        </label>
      ))}
    </fieldset>
  )
}

/** Every shape and every colour, as the picture would be. */
export function PictureChooser({ page, onDone }: { page: AccountPage; onDone: () => void }): ReactElement {
  const say = useSay()
  const { picture } = useStore(page.store)
  const known = readOwnPicture(picture)
  const shape: PictureShape = known?.shape ?? 'star'
  const ground: PictureGround = known?.ground ?? 'blue'
  return (
    <>
      <Choice
        legend={say('picture.shape')}
        names={pictureShapes}
        chosen={shape}
        wordOf={(name) => `picture.${name}`}
        pictureOf={(name) => nameOfPicture(name, ground)}
        onChoose={(name) => page.keepPicture(nameOfPicture(name, ground))}
      />
      <Choice
        legend={say('picture.ground')}
        names={pictureGrounds}
        chosen={ground}
        wordOf={(name) => `picture.${name}`}
        pictureOf={(name) => nameOfPicture(shape, name)}
        onChoose={(name) => page.keepPicture(nameOfPicture(shape, name))}
      />
      <div className="ac-buttons">
        <Button size="small" variant="primary" onClick={onDone}>
          {say('picture.done')}
        </Button>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            page.keepPicture('')
            onDone()
          }}
        >
          {say('picture.remove')}
        </Button>
      </div>
    </>
  )
}

/** Any of them, so that not everybody has the first. */
export function anyPicture(): string {
  const [one = 0, other = 0] = crypto.getRandomValues(new Uint8Array(2))
  const shape = pictureShapes[one % pictureShapes.length] ?? 'star'
  return nameOfPicture(shape, pictureGrounds[other % pictureGrounds.length] ?? 'blue')
}
