SELECT day, sum(people), max(each) FROM visits WHERE day >= '2024-02-01' AND people BETWEEN 100 AND 200 GROUP BY day ORDER BY day;
SELECT v.store, count(*) FROM visits v FULL JOIN stock s ON s.store = v.store AND s.pieces = v.people WHERE s.good IS NULL GROUP BY v.store;
