using System.Collections.Frozen;
using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;

namespace RgPolicy.Architecture.Tests.Uses;

/// <summary>What the instructions of a compiled method name: types, methods, fields.</summary>
internal static class MethodTokens
{
    private const byte TwoByteOpCode = 0xFE;

    private static readonly FrozenDictionary<ushort, OperandType> Operands = typeof(OpCodes)
        .GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => field.GetValue(null))
        .OfType<OpCode>()
        .ToFrozenDictionary(code => (ushort)code.Value, code => code.OperandType);

    /// <summary>The tokens in the order of the instructions.</summary>
    public static IEnumerable<int> Of(MethodBodyBlock body)
    {
        var tokens = new List<int>();
        var reader = body.GetILReader();
        while (reader.RemainingBytes > 0)
        {
            var code = reader.ReadByte();
            var operand = Operands[code == TwoByteOpCode ? (ushort)((code << 8) | reader.ReadByte()) : code];
            if (IsToken(operand))
            {
                tokens.Add(reader.ReadInt32());
            }
            else
            {
                var size = operand == OperandType.InlineSwitch ? reader.ReadInt32() * sizeof(int) : Size(operand);
                reader.Offset += size;
            }
        }

        return tokens;
    }

    private static bool IsToken(OperandType operand) =>
        operand
            is OperandType.InlineType
                or OperandType.InlineMethod
                or OperandType.InlineField
                or OperandType.InlineTok
                or OperandType.InlineSig;

    private static int Size(OperandType operand) =>
        operand switch
        {
            OperandType.InlineNone => 0,
            OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
            OperandType.InlineVar => 2,
            OperandType.InlineI8 or OperandType.InlineR => 8,
            _ => 4,
        };
}
