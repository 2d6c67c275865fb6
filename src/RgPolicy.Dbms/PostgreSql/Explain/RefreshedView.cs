using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>A materialized view that is refreshed: its query is what runs.</summary>
/// <param name="Statement">What the text says.</param>
/// <param name="Otherwise">What is told where its query has no plan.</param>
internal sealed record RefreshedView(RefreshStatement Statement, PlanAnswer Otherwise);
