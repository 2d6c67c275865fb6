SELECT s.city, sum(l.amount) AS amount, count(*) AS lines
FROM lines l JOIN receipts r ON r.id = l.receipt JOIN stores s ON s.id = r.store
WHERE s.city IN ('Sion', 'Thun', 'Chur') AND r.day BETWEEN DATE '2023-03-01' AND DATE '2023-03-01' + INTERVAL '90 days'
GROUP BY s.city
HAVING sum(l.amount) > 100
ORDER BY 2 DESC, 1
LIMIT 20;
