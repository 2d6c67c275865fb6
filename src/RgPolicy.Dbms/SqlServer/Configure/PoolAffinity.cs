using System.Data.Common;
using System.Globalization;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Reads which schedulers resource pools keep to.</summary>
internal static class PoolAffinity
{
    private const int SchedulersOfGroup = 64;

    /// <summary>What the names of the views that show what is in force begin with.</summary>
    public const string EffectiveViews = "sys.dm_resource_governor_";

    /// <summary>Schedulers by the pool's number; a pool under AUTO has none.</summary>
    /// <param name="link">A session.</param>
    /// <param name="views">What the names of the views begin with.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async Task<ILookup<int, int>> ReadAsync(SqlServerLink link, string views, CancellationToken cancellationToken)
    {
        var rows = await link.QueryAsync(
            $"SELECT pool_id, processor_group, scheduler_mask FROM {views}resource_pool_affinity",
            row => (Pool: Number(row, 0), Group: Number(row, 1), Mask: Mask(row, 2)), cancellationToken);
        return rows
            .SelectMany(row => Enumerable.Range(0, SchedulersOfGroup)
                .Where(bit => (row.Mask >> bit & 1) != 0)
                .Select(bit => (row.Pool, Scheduler: row.Group * SchedulersOfGroup + bit)))
            .ToLookup(each => each.Pool, each => each.Scheduler);
    }

    private static int Number(DbDataReader row, int column) =>
        row.IsDBNull(column) ? 0 : Convert.ToInt32(row.GetValue(column), CultureInfo.InvariantCulture);

    private static ulong Mask(DbDataReader row, int column) =>
        unchecked((ulong)Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture));
}
