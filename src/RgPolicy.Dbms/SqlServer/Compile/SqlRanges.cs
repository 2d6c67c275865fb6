namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Numbers of CPUs and schedulers as T-SQL lists them, such as <c>0 TO 3, 8</c>.</summary>
internal static class SqlRanges
{
    public static string Of(ImmutableArray<int> numbers) => Of(CpuRanges.Format(numbers));

    /// <summary>The list of what <see cref="CpuRanges"/> writes, such as <c>0-3,8</c>.</summary>
    public static string Of(string ranges) =>
        ranges.Replace("-", " TO ", StringComparison.Ordinal).Replace(",", ", ", StringComparison.Ordinal);
}
