using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Governor;
using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>Statements that change something on the server.</summary>
internal sealed class ChangeRun(ServerState server, SessionRow session, NewestOptions newest)
{
    /// <summary>Runs one.</summary>
    /// <param name="statement">The statement.</param>
    /// <param name="batch">The text that it is in.</param>
    /// <exception cref="SqlFailure">It failed, or is not known here.</exception>
    public void Run(TSqlStatement statement, string batch)
    {
        switch (statement)
        {
            case KillStatement kill:
                if (!session.Login.Has("ALTER ANY CONNECTION"))
                    throw new SqlFailure(6102, "User does not have permission to use the KILL statement.", 14);
                server.End(int.Parse(((Literal)kill.Parameter).Value, CultureInfo.InvariantCulture));
                break;
            case GrantStatement grant:
                Permit(grant, (held, permission) => held.Add(permission));
                break;
            case RevokeStatement revoke:
                Permit(revoke, (held, permission) => held.Remove(permission));
                break;
            case CreateEventSessionStatement or AlterEventSessionStatement or DropEventSessionStatement:
                if (!session.Login.Has("ALTER ANY EVENT SESSION"))
                    throw new SqlFailure(15247, "User does not have permission to perform this action.", 14);
                server.Events.Change(statement);
                break;
            default:
                Configure(statement, batch);
                break;
        }
    }

    private void Configure(TSqlStatement statement, string batch)
    {
        if (!session.Login.Has("CONTROL SERVER"))
            throw new SqlFailure(
                10901,
                "User does not have permission to alter the resource governor configuration.",
                14
            );
        server.Faults.BeforeChange();
        var (pools, groups) = (new PoolStatements(server.Governor), new GroupStatements(server.Governor));
        switch (statement)
        {
            case CreateResourcePoolStatement create:
                pools.Create(create);
                break;
            case AlterResourcePoolStatement alter:
                pools.Alter(alter);
                break;
            case DropResourcePoolStatement drop:
                pools.Drop(drop);
                break;
            case CreateWorkloadGroupStatement create:
                groups.Create(create, newest);
                break;
            case AlterWorkloadGroupStatement alter:
                groups.Alter(alter, newest);
                break;
            case DropWorkloadGroupStatement drop:
                groups.Drop(drop);
                break;
            case CreateFunctionStatement create:
                server.Governor.Add(
                    create.Name.BaseIdentifier.Value,
                    batch.Substring(create.StartOffset, create.FragmentLength)
                );
                break;
            case DropFunctionStatement drop:
                server.Governor.Drop(drop.Objects[0].BaseIdentifier.Value);
                break;
            case AlterResourceGovernorStatement alter:
                Govern(alter);
                break;
            default:
                throw new SqlFailure(102, $"{statement.GetType().Name} is not known here.");
        }
    }

    private void Govern(AlterResourceGovernorStatement statement)
    {
        switch (statement.Command)
        {
            case AlterResourceGovernorCommandType.Reconfigure:
                server.Governor.Reconfigure();
                break;
            case AlterResourceGovernorCommandType.Disable:
                server.Governor.Disable();
                break;
            case AlterResourceGovernorCommandType.ClassifierFunction:
                server.Governor.Store(
                    server.Governor.Stored with
                    {
                        Classifier = Classifier(statement.ClassifierFunction),
                    }
                );
                break;
            default:
                throw new SqlFailure(102, $"{statement.Command} is not known here.");
        }
    }

    private int Classifier(SchemaObjectName? name) =>
        name is null
            ? 0
            : server.Governor.Function(name.BaseIdentifier.Value)?.Id
                ?? throw new SqlFailure(
                    10921,
                    $"The specified user-defined function '{name.BaseIdentifier.Value}' does not "
                        + "exist in master database."
                );

    private void Permit(
        SecurityStatement statement,
        Func<ImmutableHashSet<string>, string, ImmutableHashSet<string>> change
    )
    {
        foreach (var login in statement.Principals.Select(each => server.Logins[each.Identifier.Value]))
        {
            var permissions = statement.Permissions.Select(each =>
                string.Join(' ', each.Identifiers.Select(word => word.Value))
            );
            login.Permissions = permissions.Aggregate(login.Permissions, change);
        }
    }
}
