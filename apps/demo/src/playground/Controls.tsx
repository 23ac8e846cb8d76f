import { SOCIAL_PROVIDERS, socialName } from '@latchkey/core'
import { AccentField } from './AccentField.tsx'
import { ACCOUNTS, type Choices, DEFAULTS, FONTS, LANGUAGES, MODES, NETWORKS, RANGES } from './choices.ts'
import { Chips, Group, Pick, Range, Segments, Switch } from './fields.tsx'
import { ACCOUNT_LABELS, FONT_LABELS, languageLabel, MODE_LABELS, NETWORK_LABELS } from './labels.ts'
import { MethodOrder } from './MethodOrder.tsx'

type Props = { choices: Choices; onChange: (changed: Partial<Choices>) => void }

/** Everything that can be chosen, in groups. */
export function Controls({ choices, onChange }: Props) {
  return (
    <form className="controls" aria-label="Options" onSubmit={(event) => event.preventDefault()}>
      <Look choices={choices} onChange={onChange} />
      <SignIn choices={choices} onChange={onChange} />
      <Group title="Networks and account">
        <Chips
          label="Networks; the first one chosen is active"
          values={NETWORKS}
          labelOf={(one) => NETWORK_LABELS[one]}
          chosen={choices.networks}
          least={1}
          onChange={(networks) => onChange({ networks })}
        />
        <Segments
          label="Kind of account for new visitors"
          values={ACCOUNTS}
          labels={ACCOUNT_LABELS}
          value={choices.account}
          onChange={(account) => onChange({ account })}
        />
        <Pick
          label="Language"
          values={LANGUAGES}
          labelOf={languageLabel}
          value={choices.language}
          onChange={(language) => onChange({ language })}
        />
      </Group>
      <button
        type="button"
        className="plain"
        onClick={() => onChange({ ...DEFAULTS, device: choices.device })}
      >
        Reset all options
      </button>
    </form>
  )
}

function Look({ choices, onChange }: Props) {
  return (
    <Group title="Look">
      <Segments
        label="Theme"
        values={MODES}
        labels={MODE_LABELS}
        value={choices.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <AccentField mode={choices.mode} accent={choices.accent} onChange={onChange} />
      <Segments
        label="Font"
        values={FONTS}
        labels={FONT_LABELS}
        value={choices.font}
        onChange={(font) => onChange({ font })}
      />
      <Range
        label="Corner measure"
        range={RANGES.radius}
        value={choices.radius}
        onChange={(radius) => onChange({ radius })}
      />
      <Range
        label="Card width"
        range={RANGES.width}
        step={10}
        value={choices.width}
        onChange={(width) => onChange({ width })}
      />
    </Group>
  )
}

function SignIn({ choices, onChange }: Props) {
  return (
    <Group title="Sign-in">
      <MethodOrder methods={choices.methods} onChange={(methods) => onChange({ methods })} />
      {choices.methods.includes('social') && (
        <Chips
          label="Social networks, in the order of choice"
          values={SOCIAL_PROVIDERS}
          labelOf={socialName}
          chosen={choices.socials}
          onChange={(socials) => onChange({ socials })}
        />
      )}
      <Switch label="Passkeys" checked={choices.passkeys} onChange={(passkeys) => onChange({ passkeys })} />
    </Group>
  )
}
