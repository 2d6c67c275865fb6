-- name: scan
select count(*) from sales where note like '%z%';
-- name: group
select customer, sum(price), count(*) from sales group by customer order by 2 desc limit 10;
-- name: sort
select count(*) from (select * from sales order by price, note, id offset 10) s;
-- name: point
-- weight: 5
select count(*) from customers where customer = 77;
