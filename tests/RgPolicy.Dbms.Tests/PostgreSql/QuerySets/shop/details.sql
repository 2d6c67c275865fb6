SELECT details ->> 'name' AS name, count(*) FROM lines WHERE details @> '{"amount": 5}' OR remark IS NULL GROUP BY details ->> 'name';
