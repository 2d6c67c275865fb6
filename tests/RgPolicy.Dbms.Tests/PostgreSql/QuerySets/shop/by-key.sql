SELECT name, price FROM goods WHERE id = 17;
