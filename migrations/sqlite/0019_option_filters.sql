-- Games found by several options.

-- Each option has a space on either side of its own.
UPDATE games SET traits = replace(traits, ' ', '  ');
