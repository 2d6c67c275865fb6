-- The tables that docs/howto/characterise.md measured; as a superuser, in a database of their own:
--   psql -v rows=600000 -d shop -f shop.sql
-- 20000 rows for `small` and the grid, 200000 for `shop_large`.
create table sales as
select g as id, abs(hashint4(g)) % 20000 as customer, (abs(hashint4(g + 3)) % 100000) / 100.0::float8 as price,
  'sale number ' || abs(hashint4(g + 7)) % :rows || ' by the till of shop ' || g % 97 as note
from generate_series(1, :rows) g;

create table customers as select g as customer, 'customer ' || g as name from generate_series(0, 19999) g;
create index on customers (customer);

-- Larger than what the server may keep in memory, for `--sweep read`.
create table wide as select g as id, repeat(md5(g::text), 30) as filler from generate_series(1, 700000) g;

grant select on sales, customers, wide to bench;
vacuum (freeze, analyze);
