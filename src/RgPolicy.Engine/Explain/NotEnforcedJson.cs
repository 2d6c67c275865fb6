using System.Text.Json;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Documents;

namespace RgPolicy.Engine.Explain;

/// <summary>Writes the member <c>not_enforced</c> of <c>rgp/compile/1</c> and <c>rgp/status/1</c>.</summary>
public static class NotEnforcedJson
{
    /// <summary>Writes it into the open object.</summary>
    public static void Write(Utf8JsonWriter json, PolicyProgram program)
    {
        ArgumentNullException.ThrowIfNull(program);
        json.WriteObjects("not_enforced", program.NotEnforced, item =>
        {
            json.WriteString("name", item.Name);
            json.WriteNumber("line", item.Line);
            json.WriteString("reason", item.Reason);
        });
    }
}
