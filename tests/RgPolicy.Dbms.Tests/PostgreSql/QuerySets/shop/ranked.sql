SELECT * FROM (
    SELECT good, pieces, rank() OVER (PARTITION BY store ORDER BY pieces DESC) AS place,
           sum(pieces) OVER (PARTITION BY store ORDER BY counted ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) AS lately
    FROM stock WHERE counted > TIMESTAMP '2022-01-01 00:00:00') ranked
WHERE place <= 3;
