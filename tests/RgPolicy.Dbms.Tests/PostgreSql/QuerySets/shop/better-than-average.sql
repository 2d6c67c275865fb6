SELECT r.id, r.day FROM receipts r
WHERE (SELECT sum(amount) FROM lines l WHERE l.receipt = r.id) > 2 * (SELECT avg(amount) FROM lines)
  AND EXISTS (SELECT 1 FROM dear_goods d JOIN lines l ON l.good = d.id WHERE l.receipt = r.id)
  AND r.day >= CAST('2022-06-01' AS date) AND r.paid
ORDER BY r.day DESC OFFSET 5 FETCH FIRST 50 ROWS ONLY;
