const guessedBelow = 8

/** The hint of the field for a link's password, with a warning while the password is short. */
export const passwordHint = (password: string, usual: string): string =>
  password !== '' && password.length < guessedBelow
    ? `Passwords under ${guessedBelow} characters can be guessed. Use a longer one.`
    : usual
