document.title = 'Florin console';
