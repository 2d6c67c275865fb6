namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Reads a call of sp_executesql (MS-TDS 2.2.6.6), as drivers with parameters send it.</summary>
internal static class CallReader
{
    private const int ByNumber = 0xFFFF;
    private const int ExecuteSql = 10;

    /// <summary>Reads it; the reader stands behind the headers.</summary>
    /// <exception cref="ProtocolException">It is none.</exception>
    public static ClientBatch Read(ref MessageReader reader)
    {
        var length = reader.UInt16();
        var name = length == ByNumber ? Name(reader.UInt16()) : reader.Text(length);
        if (!name.EndsWith("sp_executesql", StringComparison.OrdinalIgnoreCase))
            throw new ProtocolException($"the procedure {name} is not known");
        reader.UInt16(); // options
        var values = new List<(string Name, object? Value)>();
        while (!reader.IsAtEnd)
        {
            var argument = reader.Text(reader.Byte());
            reader.Byte(); // status
            values.Add((argument, ValueReader.Read(ref reader)));
        }

        if (values.Count == 0 || values[0].Value is not string text)
            throw new ProtocolException("sp_executesql without a statement");
        return new ClientBatch(text, Arguments(values.Skip(2)), true);
    }

    private static string Name(int number) =>
        number == ExecuteSql
            ? "sp_executesql"
            : throw new ProtocolException(
                "procedure " + number.ToString(CultureInfo.InvariantCulture) + " is not known"
            );

    private static Dictionary<string, object?> Arguments(IEnumerable<(string Name, object? Value)> values)
    {
        var arguments = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in values)
            arguments[name] = value;
        return arguments;
    }
}
