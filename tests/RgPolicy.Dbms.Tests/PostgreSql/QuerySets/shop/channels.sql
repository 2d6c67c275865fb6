WITH sold AS (
    SELECT 'shop' AS channel, r.buyer, l.amount FROM receipts r, lines l WHERE l.receipt = r.id AND r.channel = 'shop'
    UNION ALL
    SELECT 'web' AS channel, r.buyer, l.amount FROM receipts r, lines l WHERE l.receipt = r.id AND r.channel = 'web')
SELECT channel, substr(b.country, 1, 2) AS country, sum(CASE WHEN amount > 900 THEN amount ELSE 0 END)::numeric(15, 2) AS dear, avg(amount)
FROM sold JOIN buyers b ON b.id = sold.buyer
WHERE b.country LIKE 'C%' OR b.name ILIKE '%q%' AND NOT (amount = -1)
GROUP BY ROLLUP (channel, substr(b.country, 1, 2))
ORDER BY 1 NULLS LAST, 2;
