using System.Text.RegularExpressions;

namespace RgPolicy.HtapBench.Load;

/// <summary>One query of the analysts' list.</summary>
/// <param name="Name">What it is called in the report.</param>
/// <param name="Sql">Its text.</param>
internal sealed record AnalyticQuery(string Name, string Sql)
{
    private static readonly Regex FromBig = new(
        @"from (?<table>sales|pgbench_accounts)(?: (?<alias>[sa])\b)?",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        TimeSpan.FromSeconds(1)
    );

    /// <summary>The fixed list: two scans, two aggregations, two joins over tables that OLTP does not
    /// use; each returns a few rows.</summary>
    public static readonly IReadOnlyList<AnalyticQuery> List =
    [
        new("scan by price", "select count(*) from sales where price * quantity > 4000"),
        new(
            "sum per product",
            "select max(total) from (select product_id, sum(price * quantity) as total from sales "
                + "group by product_id) t"
        ),
        new(
            "sales per segment",
            "select c.segment, sum(s.price) from sales s join customers c on c.customer_id = s.customer_id where "
                + "s.quantity <= 3 group by c.segment"
        ),
        new("scan by note", "select sum(price), avg(quantity) from sales where note like '%99 by%'"),
        new(
            "orders per customer",
            "select customer_id, count(*) from sales where quantity <= 2 group by customer_id order "
                + "by 2 desc, 1 limit 20"
        ),
        new(
            "tax per group",
            "select p.product_group, sum(s.price * p.tax) from sales s join products p on p.product_id = s.product_id "
                + "where s.quantity > 2 group by p.product_group"
        ),
    ];

    /// <summary>As many over the tables that OLTP reads and writes at the same time.</summary>
    private static readonly IReadOnlyList<AnalyticQuery> OverAccounts =
    [
        new("sum of balances", "select sum(abalance) from pgbench_accounts"),
        new(
            "accounts per branch",
            "select bid, count(*), max(abalance) from pgbench_accounts group by bid order by 1 limit 3"
        ),
        new("accounts by filler", "select count(*) from pgbench_accounts where filler like '%x%'"),
        new(
            "accounts with branches",
            "select count(*) from pgbench_accounts a join pgbench_branches b using (bid) where a.abalance % 7 = 1"
        ),
        new(
            "accounts by size",
            "select abalance % 10, count(*) from pgbench_accounts group by 1 order by 2 desc limit 5"
        ),
        new(
            "accounts per teller",
            "select t.tid, count(*) from pgbench_accounts a join pgbench_tellers t on a.bid = t.bid "
                + "group by 1 order by 2 limit 3"
        ),
    ];

    /// <summary>The queries over these tables.</summary>
    public static IReadOnlyList<AnalyticQuery> ListOver(AnalyticTables tables) =>
        tables == AnalyticTables.Accounts ? OverAccounts : List;

    /// <summary>The list's n-th query over a part of its big table, or over all of it several times.</summary>
    public static Func<int, AnalyticQuery> OfLength(IReadOnlyList<AnalyticQuery> list, double length) =>
        n => length == 1 ? list[n % list.Count] : list[n % list.Count].Over(length);

    private AnalyticQuery Over(double length) =>
        this with
        {
            Sql = FromBig.Replace(
                Sql,
                match =>
                    length < 1
                        ? string.Create(
                            CultureInfo.InvariantCulture,
                            $"from (select * from {Table(match)} tablesample system ({length * 100}) "
                                + $"repeatable (1)) {Alias(match)}"
                        )
                        : string.Create(
                            CultureInfo.InvariantCulture,
                            $"from (select o.* from {Table(match)} o, generate_series(1, "
                                + $"{Math.Round(length)})) {Alias(match)}"
                        )
            ),
        };

    private static string Table(Match match) => match.Groups["table"].Value;

    private static string Alias(Match match) =>
        match.Groups["alias"].Length > 0 ? match.Groups["alias"].Value : Table(match);

    /// <summary>
    /// The same work as a statement that the server has never seen: the list of constants makes it
    /// another query, so that its plan cannot be cached by whoever watches.
    /// </summary>
    public AnalyticQuery Unseen(int number)
    {
        var constants = string.Join(", ", Enumerable.Range(1, number + 1).Select(n => -n));
        return this with { Sql = $"select * from ({Sql}) q where 1 not in ({constants})" };
    }
}
