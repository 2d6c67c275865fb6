using System.Diagnostics.CodeAnalysis;
using Npgsql;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Lets a statement be planned only where planning cannot run anything that a role which is not trusted owns:
/// its tables are resolved by us, locked, checked under the locks and written into the text with their schemas; all
/// other names are looked up where only trusted roles can make anything.</summary>
internal sealed class PlanGuard(TimeSpan lifetime) : IPlanGuard
{
    private const string Catalog = "pg_catalog";
    private const string LockName = "rgpolicy_lock";

    public async Task<GuardVerdict> AdmitAsync(
        ExplainSession session,
        StatementText statement,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var names = NameReader.Read(statement.Text);
        if (names.Problem is { } problem)
            return No($"the text cannot be read with certainty: {problem}");
        var elements = SearchPath.Schemas(await session.SearchPathAsync(request.Login, cancellationToken)).ToArray();
        var (schemas, candidates) = await session.BeginAsync(
            [Catalog, .. elements, .. names.Qualifiers, .. names.Fronts],
            names.Relations,
            cancellationToken
        );
        if (Untrusted(names, schemas) is { } untrusted)
            return No(untrusted);
        var (relations, byLocks, reason) = await ResolveAsync(session, names, candidates, request, cancellationToken);
        if (reason is not null)
            return GuardVerdict.None(reason);
        if (session.Guard.Refused.In(names, relations) is { } refused)
            return No(refused);
        return await CheckedAsync(
            session,
            statement,
            new Resolution(names, relations, byLocks, elements, schemas, request.Login),
            cancellationToken
        );
    }

    private async Task<GuardVerdict> CheckedAsync(
        ExplainSession session,
        StatementText statement,
        Resolution resolution,
        CancellationToken cancellationToken
    )
    {
        var (names, relations, byLocks, elements, schemas, login) = resolution;
        var distinct = relations.DistinctBy(r => r.Oid).ToArray();
        var trusted = schemas.Where(s => s.IsTrusted).ToArray();
        var question = new GuardQuestion(
            names,
            distinct,
            [.. trusted.Select(s => s.Oid)],
            login,
            [.. names.Whole.Select(place => relations[place].Oid).Distinct()]
        );
        if (distinct.Sum(r => (long)r.Children) > session.Guard.Room.Children)
            return No(
                $"{Tables(distinct)} more than {session.Guard.Room.Children} partitions, too many to lock while it is "
                    + "planned"
            );
        // Locking a view goes through all that it reads, once for each time that it is named: not
        // before it is known whose it is.
        if (
            Array.Exists(distinct, r => r.IsLockedByReading)
            && await session.Guard.OwnersRefusalAsync(distinct, cancellationToken) is { } early
        )
            return No(early);
        await LockAsync(session, distinct, cancellationToken);
        var (refusal, hasPartitions) = await session.Guard.CheckAsync(question, cancellationToken);
        if (refusal is not null)
            return No(refusal);
        var path = elements.Where(e => e != Catalog && Array.Exists(trusted, s => s.Name == e && s.IsUsable));
        return new GuardVerdict(
            null,
            NameReader.Rewrite(statement.Text, names, [.. relations.Select(r => r.Quoted)]),
            SearchPath.Setting(path),
            Array.Exists(distinct, r => r.Kind == "v")
        )
        {
            IsByLocks = byLocks,
            HasPartitions = hasPartitions,
            Relations = [.. distinct.Select(r => r.Oid)],
        };
    }

    private static string? Untrusted(StatementNames names, List<SchemaTrust> schemas)
    {
        if (schemas.Find(s => s.Name == Catalog) is not { IsTrusted: true })
            return "roles that are not trusted may make functions in pg_catalog";
        foreach (var name in names.Qualifiers)
            if (schemas.Find(s => s.Name == name) is not { IsTrusted: true } schema)
                return Untrusted(name, schemas.Find(s => s.Name == name));
            else if (!schema.IsUsable)
                return $"RgPolicy's role may not use schema {name}";
        foreach (var name in names.Fronts)
            if (schemas.Find(s => s.Name == name) is { IsTrusted: false })
                return $"in front of a column it names {name}, and a schema of that name belongs to, or is open to, "
                    + "a role that is not trusted";
        return null;
    }

    private static string Untrusted(string name, SchemaTrust? schema) =>
        schema switch
        {
            { UntrustedOwner: { } owner } =>
                $"it names a function, type or operator of schema {name}, which belongs to role "
                    + $"{owner}, and that is not trusted",
            { UntrustedMaker: { } maker } =>
                $"it names a function, type or operator of schema {name}, in which {maker} may make "
                    + "others, and is not trusted",
            _ => $"it names a function, type or operator by {name}, which is no schema here",
        };

    private async Task<(List<RelationCandidate> Relations, bool ByLocks, PlanAnswer? Reason)> ResolveAsync(
        ExplainSession session,
        StatementNames names,
        List<RelationCandidate> candidates,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var places = names.Relations;
        var byPlace = candidates.ToLookup(c => c.Place);
        var ambiguous = places
            .Where((_, i) => byPlace[i + 1].Count() > 1)
            .Select(p => p.Name)
            .Distinct(StringComparer.Ordinal)
            .ToArray();
        var locked =
            ambiguous.Length == 0
                ? []
                : await session.LockedAsync(request.ProcessId, request.Started, ambiguous, cancellationToken);
        var relations = new List<RelationCandidate>(places.Length);
        for (var i = 0; i < places.Length; i++)
        {
            var possible = byPlace[i + 1].ToArray();
            if (possible.Length > 1)
                possible = [.. locked.Where(l => l.Name == places[i].Name)];
            if (Problem(places[i], possible, byPlace[i + 1].Count() > 1) is { } problem)
                return ([], false, problem);
            relations.Add(possible[0]);
        }

        return (relations, ambiguous.Length > 0, null);
    }

    private PlanAnswer? Problem(RelationReference place, RelationCandidate[] possible, bool isAmbiguous)
    {
        if (isAmbiguous && possible.Length != 1)
            return PlanAnswer.Passing(
                $"several schemas hold a table {place.Name}, and which one its session means could "
                    + "not be seen from its locks",
                lifetime,
                0
            );
        if (possible.Length == 0)
            return Hidden($"its names mean nothing to RgPolicy's role (no table {place.Name})");
        if (possible[0].IsTemporary)
            return Hidden($"{place.Name} is a temporary table of its session");
        return possible[0].IsReadable || possible[0].Oid < RelationCandidate.FirstOwnOid
            ? null
            : Lasting($"RgPolicy's role may not read what it reads ({place.Name}); rgp doctor prints the grant");
    }

    /// <summary>Views are locked with all that they read, tables with all their partitions and children. Materialized
    /// views are no tables to LOCK: preparing a statement on one locks it too, plans nothing, and does the same for
    /// those that views read. No name of a user's is part of the statements but in quotes, as the catalog has
    /// it.</summary>
    [SuppressMessage("Security", "CA2100", Justification = "the names are quoted and come from the catalog")]
    private static async Task LockAsync(
        ExplainSession session,
        RelationCandidate[] relations,
        CancellationToken cancellationToken
    )
    {
        await using var batch = new NpgsqlBatch(session.Connection);
        var tables = string.Join(", ", relations.Where(r => r.IsLockable).Select(r => r.Quoted));
        if (tables.Length > 0)
            batch.BatchCommands.Add(new NpgsqlBatchCommand($"LOCK TABLE {tables} IN ACCESS SHARE MODE NOWAIT"));
        var read = string.Join(", ", relations.Where(r => r.IsLockedByReading).Select((r, i) => $"{r.Quoted} r{i}"));
        if (read.Length > 0)
        {
            batch.BatchCommands.Add(new NpgsqlBatchCommand($"PREPARE {LockName} AS SELECT FROM {read}"));
            batch.BatchCommands.Add(new NpgsqlBatchCommand($"DEALLOCATE {LockName}"));
        }

        if (batch.BatchCommands.Count > 0)
            await batch.ExecuteNonQueryAsync(cancellationToken);
    }

    private static string Tables(RelationCandidate[] relations) =>
        Array.FindAll(relations, r => r.Children > 0) is [var one]
            ? $"table {one.Name} has"
            : "its tables have together";

    private GuardVerdict No(string reason) => GuardVerdict.None(Lasting(reason));

    private PlanAnswer Hidden(string reason) => Lasting(reason) with { HidesStatements = true };

    private PlanAnswer Lasting(string reason) => PlanAnswer.None(reason) with { Lifetime = lifetime };

    private sealed record Resolution(
        StatementNames Names,
        List<RelationCandidate> Relations,
        bool IsByLocks,
        string[] Elements,
        List<SchemaTrust> Schemas,
        uint Login
    );
}
