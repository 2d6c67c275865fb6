namespace RgPolicy.Dbms.SqlServer.Sql;

/// <summary>
/// Writes the call of a parameterised statement: the driver's own parameters are not available here,
/// and the server keeps one plan for all arguments this way.
/// </summary>
internal static class SqlCall
{
    /// <summary>The call.</summary>
    /// <param name="statement">Written by RgPolicy.</param>
    /// <param name="arguments">All that it names.</param>
    public static string Of(string statement, params SqlArgument[] arguments) =>
        $"EXEC sys.sp_executesql {SqlQuote.Text(statement)}, "
        + SqlQuote.Text(string.Join(", ", arguments.Select(each => $"{each.Name} {each.Type}")))
        + string.Concat(arguments.Select(each => $", {each.Name} = {each.Value}"))
        + ";";
}
