// In a page: presses the button, and answers what is said when it has run.
export const runs = `new Promise((done, fail) => {
  const limit = Date.now() + 60000, button = document.querySelector('#run-again');
  button.click();
  setTimeout(function look() { !button.disabled ? done(document.querySelector('#run-answer').textContent) : Date.now() > limit ? fail(new Error('it still runs')) : setTimeout(look, 50); }, 50);
})`;
