"""Plays files in Blender: positions of vertices, or of joints, in every frame.

blender --background --python play.py -- jobs.json

A job has a file (a point cache is beside its mesh, an OBJ of the same name), the frames per second, the clips with
their frame numbers (possibly fractions), the names of meshes (for a GLB or an archive: of nodes with their meshes) or
of joints (for a BVH), and the file to write: little-endian f32, frame by frame, in glTF's axes (y up) and in metres. A
list beside it describes the look of the meshes. A file that this Blender cannot read is skipped.
"""
import json
import os
import sys

import bpy
import numpy as np

# Blender 3.4's importer uses a name that numpy no longer has.
np.bool = bool


def y_up(points):
    """Converts Blender's coordinates to glTF's."""
    return np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1)


def transformed(points, matrix):
    m = np.array(matrix)
    return points @ m[:3, :3].T + m[:3, 3]


def mesh_called(name):
    """glTF's importer names an object after the node, or after the mesh if it puts the mesh below the node."""
    names = [name] if isinstance(name, str) else name
    return next(o for o in bpy.data.objects if o.type == "MESH" and o.name in names)


def vertices_of(names, graph):
    parts = []
    for name in names:
        posed = mesh_called(name).evaluated_get(graph)
        mesh = posed.to_mesh()
        points = np.empty(3 * len(mesh.vertices), dtype=np.float32)
        mesh.vertices.foreach_get("co", points)
        parts.append(transformed(points.reshape(-1, 3).astype(np.float64), posed.matrix_world))
        posed.to_mesh_clear()
    return np.concatenate(parts)


def joints_of(names, graph):
    armature = next(o for o in bpy.data.objects if o.type == "ARMATURE").evaluated_get(graph)
    heads = np.array([armature.pose.bones[name].head for name in names], dtype=np.float64)
    return transformed(heads, armature.matrix_world)


def import_file(path):
    """Imports a file. Returns the frame of Blender that is the file's first."""
    if path.endswith(".bvh"):
        # Blender 3.4's importer uses a mode of open() that Python 3.11 no longer has.
        from io_anim_bvh import import_bvh

        import_bvh.open = lambda path, mode: open(path, mode.replace("U", ""))
        bpy.ops.import_anim.bvh(filepath=path, axis_forward="-Z", axis_up="Y")
        return 1
    if path.endswith((".pc2", ".mdd")):
        # A cache moves the points of an existing mesh, the OBJ beside it.
        bpy.ops.wm.obj_import(filepath=path + ".obj")
        cache = bpy.context.selected_objects[0].modifiers.new("cache", "MESH_CACHE")
        cache.cache_format = path[-3:].upper()
        cache.filepath = path
        return 0
    if path.endswith(".abc"):
        bpy.ops.wm.alembic_import(filepath=path, as_background_job=False)
        return 0
    if path.endswith(".fbx"):
        bpy.ops.import_scene.fbx(filepath=path)
        return 1
    bpy.ops.import_scene.gltf(filepath=path)
    return 0


def play_clip(clip):
    """Gives each animated object its action of a clip. The importers name actions after both."""
    for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
        if not owner.animation_data:
            continue
        for track in owner.animation_data.nla_tracks:
            track.mute = True
        for name in (f"{owner.name}|{clip}", f"{clip}_{owner.name}"):
            action = bpy.data.actions.get(name[:63])
            if action:
                owner.animation_data.action = action


def looks_of(names):
    """Describes the look of the meshes, one sentence for each detail."""
    told = []
    for name in names:
        mesh = mesh_called(name).data
        told += [f"{mesh.name} has the UVs {layer.name}" for layer in mesh.uv_layers]
        told += [f"{mesh.name} has the colours {layer.name}" for layer in mesh.color_attributes]
        for material in mesh.materials:
            nodes = material.node_tree.nodes if material and material.node_tree else []
            for image in [node.image for node in nodes if node.type == "TEX_IMAGE" and node.image]:
                path = bpy.path.abspath(image.filepath)
                beside = os.path.getsize(path) if os.path.isfile(path) else 0
                size = len(image.packed_file.data) if image.packed_file else beside
                told.append(f"{material.name} shows {image.name}, {size} bytes")
    return told


def play(job):
    if job["file"].endswith(".abc") and not bpy.app.alembic.supported:
        return
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = job["fps"]
    first = import_file(job["file"])
    read = joints_of if job["file"].endswith(".bvh") else vertices_of
    with open(job["out"], "wb") as out:
        for clip in job["clips"]:
            if len(job["clips"]) > 1:
                play_clip(clip["name"])
            for frame in clip["frames"]:
                whole = int(np.floor(frame + first))
                scene.frame_set(whole, subframe=frame + first - whole)
                points = read(job["names"], bpy.context.evaluated_depsgraph_get())
                y_up(points).astype("<f4").tofile(out)
    if read is vertices_of:
        with open(job["out"] + ".json", "w", encoding="utf-8") as out:
            json.dump(looks_of(job["names"]), out)


for each in json.load(open(sys.argv[-1], encoding="utf-8")):
    play(each)
