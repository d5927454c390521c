# Nothing of the accounting is kept.
