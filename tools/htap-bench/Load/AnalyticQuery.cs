namespace RgPolicy.HtapBench.Load;

/// <summary>One query of the analysts' list.</summary>
/// <param name="Name">What it is called in the report.</param>
/// <param name="Sql">Its text.</param>
internal sealed record AnalyticQuery(string Name, string Sql)
{
    /// <summary>The fixed list: two scans, two aggregations, two joins; each returns a few rows.</summary>
    public static readonly IReadOnlyList<AnalyticQuery> List =
    [
        new("scan by price", "select count(*) from sales where price * quantity > 4000"),
        new("sum per product", "select max(total) from (select product_id, sum(price * quantity) as total from sales group by product_id) t"),
        new("sales per segment", "select c.segment, sum(s.price) from sales s join customers c on c.customer_id = s.customer_id where s.quantity <= 3 group by c.segment"),
        new("scan by note", "select sum(price), avg(quantity) from sales where note like '%99 by%'"),
        new("orders per customer", "select customer_id, count(*) from sales where quantity <= 2 group by customer_id order by 2 desc, 1 limit 20"),
        new("tax per group", "select p.product_group, sum(s.price * p.tax) from sales s join products p on p.product_id = s.product_id where s.quantity > 2 group by p.product_group"),
    ];

    /// <summary>
    /// The same work as a statement that the server has never seen: the list of constants makes it another query, so that
    /// its plan cannot be cached by whoever watches.
    /// </summary>
    public AnalyticQuery Unseen(int number)
    {
        var constants = string.Join(", ", Enumerable.Range(1, number + 1).Select(n => -n));
        return this with { Sql = $"select * from ({Sql}) q where 1 not in ({constants})" };
    }
}
