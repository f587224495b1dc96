import type { ComponentProps } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { PasswordField, TextField } from '../../../ui/forms/field.tsx'

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label'>

/** First and last name of a person, side by side. A form begins with them, so they take the focus. */
export const NameFields = ({ field }: { field: (name: 'first_name' | 'last_name') => FieldProps }) => (
  <div className="pair">
    <TextField label="First name" autoComplete="given-name" autoFocus {...field('first_name')} />
    <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
  </div>
)

/** A field for a new password. @param least the fewest characters that the server accepts */
export const NewPasswordField = ({ label, least, ...input }: FieldProps & { label: string; least: number }) => (
  <PasswordField label={label} autoComplete="new-password" hint={`At least ${least} characters`} {...input} />
)

/** The button that sends an account form. */
export const SubmitButton = ({ form, children }: { form: { busy: boolean }; children: string }) => (
  <Button type="submit" variant="primary" size="lg" busy={form.busy}>
    {children}
  </Button>
)
