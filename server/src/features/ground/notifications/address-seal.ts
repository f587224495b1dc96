import { Seal } from '../../../platform/tokens.ts'

/** The addresses in the mails of a person without an account. */
interface AddressesOfMail {
  readonly page_url: string
  readonly unsubscribe_url: string
}

/** Encrypts what a mail to an address leads to, since it may contain the token of a share link. */
export class AddressSeal {
  readonly #seal: Seal

  /** @param secret `SECRET_KEY` of the installation */
  constructor(secret: string) {
    this.#seal = new Seal(secret, 'gathered mail')
  }

  /** @param email for whom it opens */
  seal(addresses: AddressesOfMail, email: string): string {
    return this.#seal.seal(JSON.stringify(addresses), email)
  }

  /** @returns null for a changed text, another address or another secret */
  open(sealed: string, email: string): AddressesOfMail | null {
    const text = this.#seal.open(sealed, email)
    return text === null ? null : JSON.parse(text)
  }
}
