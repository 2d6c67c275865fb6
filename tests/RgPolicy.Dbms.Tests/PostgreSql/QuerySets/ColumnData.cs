namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>What a column of row <c>i</c> holds, as an expression of SQL: drawn by a hash of the row, the column and
/// the seed, so that it is the same on each server.</summary>
internal sealed class ColumnData(
    string table,
    ColumnSketch column,
    ImmutableArray<string> compared,
    DateRange dates,
    int seed
)
{
    private const int ComparedOfHundred = 10;
    private const int NullOfHundred = 4;
    private int _draws;

    /// <summary>The expression.</summary>
    /// <param name="rowsOf">How many rows a table has.</param>
    public string Expression(Func<string, long> rowsOf)
    {
        if (column.References is { } other)
            return OrNull(Key($"(1 + floor({rowsOf(other)} * power({Draw(1_000_000)} / 1000000.0, 1.5)))::bigint"));
        if (column.IsKey)
            return Key("i");
        return OrNull(WithCompared(Any()));
    }

    private string OrNull(string value) =>
        column.IsNullable ? $"CASE WHEN {Draw(100)} >= {NullOfHundred} THEN {value} END" : value;

    /// <summary>The first rows hold what is compared with, so that small tables have all of it; of the
    /// others some do.</summary>
    private string WithCompared(string any)
    {
        var fitting = compared.Where(Fits).ToArray();
        if (fitting.Length == 0)
            return any;
        var list = $"(ARRAY[{string.Join(", ", fitting.Select(value => Quote(Cut(value))))}])";
        return $"CASE WHEN i <= {fitting.Length} THEN {list}[i]::{column.Type} WHEN {Draw(100)} < "
            + $"{ComparedOfHundred} THEN {list}[1 + {Draw(fitting.Length)}]::{column.Type} ELSE {any} END";
    }

    private string Any() =>
        column.Type switch
        {
            "int2" or "int4" or "int8" => Number(Draw(Span() + 1) + $" + {Least()}"),
            "numeric" or "float4" or "float8" => Number(
                $"round(({Draw(100)} / 100.0 + {Draw(Span() + 1)} + {Least()})::numeric, 2)"
            ),
            "date" or "timestamp" or "timestamptz" =>
                $"(DATE '{dates.First:yyyy-MM-dd}' + {Draw(dates.Days)}::int)::{column.Type}",
            "time" or "timetz" => $"(TIME '00:00' + {Draw(86_400)} * INTERVAL '1 second')::{column.Type}",
            "bool" => $"{Draw(2)} = 0",
            "uuid" => $"md5({Draw(1_000_000)}::text)::uuid",
            "json" or "jsonb" =>
                $"jsonb_build_object('name', 'name ' || {Draw(1000)}, 'amount', {Draw(1000)})::{column.Type}",
            "bytea" => $"decode(md5({Draw(1_000_000)}::text), 'hex')",
            "text" or "varchar" or "bpchar" or "name" =>
                $"{Left($"chr(65 + {Draw(26)}::int) || substr(md5({Draw(5000)}::text), 1, 15)")}::{column.Type}",
            _ when column.Labels.Length > 0 =>
                $"(ARRAY[{string.Join(", ", column.Labels.Select(Quote))}])[1 + {Draw(column.Labels.Length)}]::{column.Type}",
            _ => $"NULL::{column.Type}",
        };

    private string Key(string row) =>
        column.Type switch
        {
            "int2" or "int4" or "int8" or "numeric" or "float4" or "float8" => $"{row}::{column.Type}",
            "date" or "timestamp" or "timestamptz" => $"(DATE '{dates.First:yyyy-MM-dd}' + {row}::int)::{column.Type}",
            "uuid" => $"md5({row}::text)::uuid",
            _ => $"{Left($"lpad({row}::text, 9, '0')")}::{column.Type}",
        };

    private string Number(string value) =>
        column.Size is > 0 and < 10
            ? $"(({value})::numeric % {Power(column.Size)})::{column.Type}"
            : $"({value})::{column.Type}";

    private static string Power(int digits) => Math.Pow(10, digits).ToString(CultureInfo.InvariantCulture);

    private string Left(string text) => column.Size > 0 ? $"right({text}, {column.Size})" : $"({text})";

    private string Cut(string value) =>
        column.Size > 0 && IsText && value.Length > column.Size ? value[..column.Size] : value;

    private bool IsText => column.Type is "text" or "varchar" or "bpchar" or "name";

    private bool Fits(string value) =>
        IsText
        || (
            Numeric(value) is { } number
            && column.Type switch
            {
                "int2" or "int4" or "int8" => number == Math.Floor(number) && Math.Abs(number) < int.MaxValue,
                "numeric" or "float4" or "float8" => column.Size == 0 || Math.Abs(number) < Math.Pow(10, column.Size),
                _ => false,
            }
        );

    private static double? Numeric(string value) =>
        double.TryParse(
            value,
            NumberStyles.AllowDecimalPoint | NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : null;

    private IEnumerable<double> Numbers => compared.Select(Numeric).OfType<double>();

    private long Least() => Numbers.Any() ? (long)Math.Max(0, Numbers.Min() - (Wide() / 2.0)) : 1;

    private long Span() => Numbers.Any() ? (long)(Numbers.Max() - Least() + Wide()) : 1000;

    private double Wide() => Math.Max(20, Numbers.Max() - Numbers.Min());

    /// <summary>A number from 0 up to the bound, without it.</summary>
    private string Draw(long bound) =>
        FormattableString.Invariant(
            $"((hashint8extended(i, {Hash($"{table}.{column.Name}.{_draws++}")}) & 2147483647) % {Math.Max(1, bound)})"
        );

    private uint Hash(string text) => text.Aggregate(2166136261u ^ (uint)seed, (hash, c) => (hash ^ c) * 16777619u);

    private static string Quote(string value) => $"'{value.Replace("'", "''", StringComparison.Ordinal)}'";
}
