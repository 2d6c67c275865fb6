using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Running;
using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>Runs a classifier function on Microsoft's syntax tree, as a session that begins. Whatever is not known
/// fails the test.</summary>
internal sealed class ClassifierRun(LoginFacts facts) : ISqlSession
{
    /// <summary>What the function answers.</summary>
    public static string Of(string definition, LoginFacts facts)
    {
        var function = Assert.IsType<CreateFunctionStatement>(Assert.Single(TransactSql.Statements(definition)));
        Assert.Equal([FunctionOptionKind.SchemaBinding], function.Options.Select(option => option.OptionKind));
        var body = function.StatementList.Statements is [BeginEndBlockStatement block]
            ? block.StatementList.Statements
            : function.StatementList.Statements;
        Assert.IsType<IfStatement>(body[0]);
        return FunctionRun.Of(definition, new ClassifierRun(facts))
            ?? throw new InvalidOperationException("The function answers nothing.");
    }

    /// <inheritdoc/>
    public object? Call(string name, IReadOnlyList<object?> arguments) =>
        name switch
        {
            "IS_SRVROLEMEMBER" => facts.IsSysadmin ? 1 : 0,
            "IS_MEMBER" => facts.Groups is { } groups
                ? groups.Contains((string?)arguments[0], StringComparer.OrdinalIgnoreCase)
                    ? 1
                    : 0
                : null,
            "SUSER_SNAME" => facts.Login,
            "APP_NAME" => facts.App,
            "HOST_NAME" => facts.Host,
            "ORIGINAL_DB_NAME" => facts.Database,
            "LOGINPROPERTY" => facts.DefaultDatabase,
            "HAS_PERMS_BY_NAME" => facts.SeesServer ? 1 : 0,
            "SYSUTCDATETIME" or "GETDATE" => facts.Utc,
            _ => PlainFunctions.Call(name, arguments),
        };

    /// <inheritdoc/>
    public RowSet View(string name) =>
        throw new InvalidOperationException($"A classifier reads no data, and this one reads {name}.");

    /// <inheritdoc/>
    public RowSet Table(string name, IReadOnlyList<object?> arguments) => View(name);
}
