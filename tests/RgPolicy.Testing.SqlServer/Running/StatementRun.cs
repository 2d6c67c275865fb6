using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Governor;
using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.QueryStore;
using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>Runs a batch's statements on Microsoft's syntax tree; what is not known fails.</summary>
internal sealed class StatementRun(ServerState server, SessionRow session, ISqlSession functions, AnswerWriter answer)
{
    /// <summary>Runs a batch.</summary>
    /// <exception cref="SqlFailure">A statement failed; those before it stay done.</exception>
    public void Run(string batch, IReadOnlyDictionary<string, object?> arguments)
    {
        if (NewestOptions.MaxOutstandingIo(batch) is { } requests)
        {
            server.Governor.Store(server.Governor.Stored with { MaxOutstandingIo = requests });
            return;
        }

        var (text, newest) = NewestOptions.Read(batch, server.Release.Major >= ServerRelease.Major2025);
        var script = (TSqlScript)
            new TSql150Parser(initialQuotedIdentifiers: true).Parse(new StringReader(text), out var errors);
        if (errors.Count > 0)
            throw new SqlFailure(102, errors[0].Message);
        var expressions = new ExpressionRun(
            functions,
            new Dictionary<string, object?>(arguments, StringComparer.OrdinalIgnoreCase)
        );
        var changes = new ChangeRun(server, session, newest);
        foreach (var statement in script.Batches.SelectMany(each => each.Statements))
            Run(statement, text, expressions, changes);
    }

    private void Run(TSqlStatement statement, string batch, ExpressionRun expressions, ChangeRun changes)
    {
        if (statement is PredicateSetStatement { Options: SetOptions.NoExec } idle)
            session.IsIdle = idle.IsOn;
        if (session.IsIdle)
            return;
        switch (statement)
        {
            case PredicateSetStatement or SetCommandStatement:
                break;
            case RaiseErrorStatement error:
                Raise(error, expressions);
                break;
            case SelectStatement select:
                answer.WriteRows(new QueryRun(expressions, functions).Run(select.QueryExpression, Scope.Empty));
                break;
            case IfStatement choice:
                var branch =
                    expressions.Predicates.Holds(choice.Predicate, Scope.Empty) == true
                        ? choice.ThenStatement
                        : choice.ElseStatement;
                if (branch is not null)
                    Run(branch, batch, expressions, changes);
                break;
            case BeginEndBlockStatement block:
                foreach (var each in block.StatementList.Statements)
                    Run(each, batch, expressions, changes);
                break;
            case UseStatement use:
                Enter(use.DatabaseName.Value);
                break;
            case DbccStatement { Command: DbccCommand.TraceStatus }:
                answer.WriteRows(new RowSet(["TraceFlag", "Status", "Global", "Session"], []));
                break;
            case ExecuteStatement execute:
                Execute(execute.ExecuteSpecification, expressions);
                break;
            default:
                changes.Run(statement, batch);
                break;
        }
    }

    /// <summary>The statements behind an error go on: it ends none of them by itself.</summary>
    private void Raise(RaiseErrorStatement error, ExpressionRun expressions) =>
        answer.WriteError(
            50000,
            Convert.ToByte(expressions.Value(error.SecondParameter, Scope.Empty), CultureInfo.InvariantCulture),
            ((string?)expressions.Value(error.FirstParameter, Scope.Empty) ?? "").Replace(
                "%%",
                "%",
                StringComparison.Ordinal
            )
        );

    private void Enter(string database)
    {
        if (
            server.Scenario.Databases.FirstOrDefault(each =>
                each.Name.Equals(database, StringComparison.OrdinalIgnoreCase)
            )
            is not { } found
        )
            throw new SqlFailure(
                911,
                $"Database '{database}' does not exist. Make sure that the name is entered correctly."
            );
        if (found.Id > 4 && !session.Login.HasIn(found.Name, "CONNECT"))
            throw new SqlFailure(
                916,
                $"The server principal \"{session.Login.Name}\" is not able to access the database \"{database}\" "
                    + "under the current security context.",
                14
            );
        answer.WriteDatabase(found.Name, session.Database);
        session.Database = found.Name;
    }

    private void Execute(ExecuteSpecification call, ExpressionRun expressions)
    {
        if (call.ExecutableEntity is ExecutableStringList { Strings: var texts })
        {
            Run(
                string.Concat(texts.Select(each => (string?)expressions.Value(each, Scope.Empty))),
                new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase)
            );
            return;
        }

        if (
            call.ExecutableEntity
            is not ExecutableProcedureReference { ProcedureReference.ProcedureReference.Name: { } name } procedure
        )
            throw new SqlFailure(102, "A text that is executed is not known here.");
        var arguments = procedure
            .Parameters.Select(each =>
                (Name: each.Variable?.Name ?? "", Value: expressions.Value(each.ParameterValue, Scope.Empty))
            )
            .ToList();
        switch (name.BaseIdentifier.Value)
        {
            case "sp_executesql":
                Run(
                    (string?)arguments[0].Value ?? "",
                    arguments
                        .Skip(2)
                        .ToDictionary(each => each.Name, each => each.Value, StringComparer.OrdinalIgnoreCase)
                );
                break;
            case "sp_query_store_set_hints":
                ChangeHint(arguments[0].Value, GroupOf(arguments), (string?)arguments[1].Value);
                break;
            case "sp_query_store_clear_hints":
                ChangeHint(arguments[0].Value, GroupOf(arguments), null);
                break;
            default:
                throw new SqlFailure(2812, $"Could not find stored procedure '{name.BaseIdentifier.Value}'.");
        }
    }

    private long GroupOf(IEnumerable<(string Name, object? Value)> arguments) =>
        arguments.FirstOrDefault(each => each.Name == "@replica_group_id").Value is not { } group ? HintCache.Primary
        : server.Release.Major < ServerRelease.Major2025
            ? throw new SqlFailure(8145, "@replica_group_id is not a parameter.")
        : Convert.ToInt64(group, CultureInfo.InvariantCulture);

    private void ChangeHint(object? query, long group, string? hint)
    {
        if (!session.Login.HasIn(session.Database, "ALTER"))
            throw new SqlFailure(297, "The user does not have permission to perform this action.");
        server.Faults.BeforeChange();
        var database = server.Scenario.Databases.First(each => each.Name == session.Database);
        var number = Convert.ToInt64(query, CultureInfo.InvariantCulture);
        var known = server.Scenario.Queries.FirstOrDefault(each => each.Number == number);
        if (hint is null)
            server.Hints.Clear(database, known, group);
        else
            server.Hints.Set(database, known, group, hint, server.Seconds);
    }
}
