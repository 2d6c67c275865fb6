namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>A form in which applications send statements, and what becomes of it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Shapes">The shapes that are right, in small letters; <c>none</c> where no plan can be had.</param>
/// <param name="Since">The first major version that knows it.</param>
/// <param name="Only">The one protocol that it is sent by; null for each.</param>
/// <param name="Before">Statements that the session runs before it.</param>
/// <param name="Values">The values of its parameters.</param>
/// <param name="Text">With <c>{0}</c> for a parameter.</param>
public sealed record StatementForm(
    string Name,
    ImmutableArray<string> Shapes,
    int Since,
    FormProtocol? Only,
    ImmutableArray<string> Before,
    ImmutableArray<string> Values,
    string Text
)
{
    /// <summary>What is told today in place of the right shape; null where nothing is known to be wrong.</summary>
    public string? Gap { get; init; }

    private const string Sleep = "(SELECT pg_sleep(30))";

    /// <summary>The protocols that it is sent by.</summary>
    public IEnumerable<FormProtocol> Protocols =>
        Enum.GetValues<FormProtocol>().Where(protocol => Only is null || Only == protocol);

    /// <summary>With its values in the text.</summary>
    public string AsLiterals => With(place => Literal(Values[place]));

    /// <summary>With parameters.</summary>
    public string AsParameters => With(place => FormattableString.Invariant($"${place + 1}"));

    /// <summary>What runs before.</summary>
    public IEnumerable<string> Setup => Before.Select(text => text.Replace("SLEEP", Sleep, StringComparison.Ordinal));

    /// <summary>A value as a driver gives it.</summary>
    public static object ValueOf(string value) =>
        value[0] switch
        {
            '\'' => value[1..^1],
            '[' => Array.ConvertAll(value[1..^1].Split(','), item => int.Parse(item, CultureInfo.InvariantCulture)),
            _ => int.Parse(value, CultureInfo.InvariantCulture),
        };

    private string With(Func<int, string> written)
    {
        var text = Text.Replace("SLEEP", Sleep, StringComparison.Ordinal);
        for (var place = 0; place < Values.Length; place++)
            text = text.Replace(FormattableString.Invariant($"{{{place}}}"), written(place), StringComparison.Ordinal);

        return text;
    }

    private static string Literal(string value) => value[0] == '[' ? $"ARRAY{value}" : value;
}
