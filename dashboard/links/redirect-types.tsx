/** Options of a select. */
export const RedirectTypes = () => (
  <>
    <option value="302">302 Temporary</option>
    <option value="307">307 Temporary, same request method</option>
    <option value="301">301 Permanent</option>
    <option value="308">308 Permanent, same request method</option>
  </>
)
