using Npgsql;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The names by which a text may call what is not on the list of what may run while planning. A name is one of
/// them where any of the server's functions of that name could be meant.</summary>
internal sealed class RefusedNames
{
    private const string NotListed = "not on the list of functions that may run while planning";

    // The type of arguments that no statement can give.
    private const uint Internal = 2281;

    // Functions that are refused where all arguments may be constants; queries; those with an argument of a type that is
    // not listed, which a string would be read as; and those that can be called as a field.
    private readonly FrozenSet<string> _constant;
    private readonly FrozenSet<string> _queries;
    private readonly FrozenSet<string> _literal;
    private readonly FrozenSet<string> _fields;
    private readonly FrozenSet<string> _operators;
    private readonly FrozenSet<string> _types;

    private RefusedNames(OwnCatalog catalog, PlanFunctions list)
    {
        var types = Unlisted(catalog.Types, list.Types.ToHashSet());
        var listed = list.Functions.ToHashSet();
        bool IsOdd(OwnFunction f) => f.Arguments.Any(a => a != Internal && types.Contains(a));
        FrozenSet<string> Names(Func<OwnFunction, bool> isMeant) =>
            catalog.Functions.Where(isMeant).Select(f => f.Name).ToFrozenSet(StringComparer.Ordinal);
        var unlisted = catalog.Functions.Where(f => f.Runs && !listed.Contains(f.Oid)).ToHashSet();
        _constant = Names(f => unlisted.Contains(f) && !f.IsQuery);
        _queries = Names(f => unlisted.Contains(f) && f.IsQuery);
        _literal = Names(IsOdd);
        _fields = Names(f => f is { Least: <= 1, Arguments.Length: > 0 } && (unlisted.Contains(f) || IsOdd(f)));
        var behindOperators = unlisted.Where(f => !IsOdd(f)).Select(f => f.Oid).ToHashSet();
        _operators = catalog
            .Operators.Where(o => behindOperators.Contains(o.Function))
            .Select(o => o.Name)
            .ToFrozenSet(StringComparer.Ordinal);
        _types = catalog
            .Types.Where(t => types.Contains(t.Oid))
            .Select(t => t.Name)
            .ToFrozenSet(StringComparer.Ordinal);
        Types = [.. types];
        var stored = string.Join(
            '|',
            unlisted.Where(f => !f.Arguments.Contains(Internal)).Select(f => f.Oid).Append(0u)
        );
        Stored =
            $@":funcid ({stored}) [^{{}}]*:args (?!\(\{{VAR )|:opfuncid ({stored}) |:resulttype ({string.Join('|', types.Append(0u))}) ";
    }

    /// <summary>Types whose values may not be read while planning.</summary>
    public uint[] Types { get; }

    /// <summary>A pattern of stored expressions that call what may not run, with anything but a column first.</summary>
    public string Stored { get; }

    public static async Task<RefusedNames> ReadAsync(
        NpgsqlConnection connection,
        CancellationToken cancellationToken
    ) =>
        new(
            await OwnCatalog.ReadAsync(connection, cancellationToken),
            PlanFunctions.Of(connection.PostgreSqlVersion.Major)
        );

    /// <summary>Why a text may not be planned, by its names alone; or null.</summary>
    public string? In(StatementNames names, IReadOnlyList<RelationCandidate> relations)
    {
        foreach (var call in names.Calls)
            if (
                _queries.Contains(call.Name)
                || (_literal.Contains(call.Name) && names.HasLiteral)
                || (_constant.Contains(call.Name) && !IsOverColumns(call.Tables, relations))
            )
                return $"it calls {call.Name}, which is {NotListed}";
        if (names.Fields.FirstOrDefault(_fields.Contains) is { } field)
            return $"it may call {field}, which is {NotListed}";
        if (names.Operators.FirstOrDefault(_operators.Contains) is { } symbol)
            return $"the function of its operator {symbol} is {NotListed}";
        return names.Types.FirstOrDefault(_types.Contains) is { } type
            ? $"type {type} is not on the list of types whose values may be read while planning"
            : null;
    }

    private static bool IsOverColumns(ImmutableArray<int> places, IReadOnlyList<RelationCandidate> relations) =>
        places.Length > 0 && places.All(place => relations[place].Kind is "r" or "p" or "m");

    private static HashSet<uint> Unlisted(List<OwnType> types, HashSet<uint> listed)
    {
        var unlisted = types.Where(t => !t.IsOfOthers && !listed.Contains(t.Oid)).Select(t => t.Oid).ToHashSet();
        int before;
        do
        {
            before = unlisted.Count;
            unlisted.UnionWith(types.Where(t => t.IsOfOthers && t.Parts.Any(unlisted.Contains)).Select(t => t.Oid));
        } while (unlisted.Count > before);
        return unlisted;
    }
}
