extends SceneTree
# Plays imported scenes: writes the place of each corner of each triangle in every frame.
#
# godot3-server --path project -s play.gd
#
# jobs.json in the project's folder has the scenes, the frames a second, the clips with their frame numbers, and the file
# to write: little-endian f32, frame by frame, mesh by mesh.

func _init():
	var file = File.new()
	file.open("res://jobs.json", File.READ)
	for job in JSON.parse(file.get_as_text()).result:
		play(job)
	quit()


func nodes_of(node, type, found):
	if node.is_class(type):
		found.append(node)
	for child in node.get_children():
		nodes_of(child, type, found)
	return found


# The importer drops these characters from the names of animations.
func known_name(name):
	for character in [".", ":", "@", "/", "\""]:
		name = name.replace(character, "")
	return name


func play(job):
	var packed = load(job.file)
	if packed == null:
		return
	var scene = packed.instance()
	get_root().add_child(scene)
	var players = nodes_of(scene, "AnimationPlayer", [])
	var meshes = nodes_of(scene, "MeshInstance", [])
	var out = File.new()
	out.open(job.out, File.WRITE)
	for clip in job.clips:
		if players.size() > 0:
			players[0].play(known_name(clip.name))
		for frame in clip.frames:
			if players.size() > 0:
				players[0].seek(frame / job.fps, true)
			for mesh in meshes:
				write_corners(mesh, out)
	out.close()
	get_root().remove_child(scene)
	scene.free()


# The engine skins on the GPU, with the transforms of the skeleton's bones times the binds of the skin.
func palette_of(mesh):
	var skeleton = mesh.get_node(mesh.skeleton)
	var skin = mesh.skin
	var palette = []
	for b in range(skin.get_bind_count()):
		var bone = skin.get_bind_bone(b)
		if bone < 0:
			bone = skeleton.find_bone(skin.get_bind_name(b))
		palette.append(skeleton.global_transform * skeleton.get_bone_global_pose(bone) * skin.get_bind_pose(b))
	return palette


# The vertices before the skin, with the shapes that the animation blends.
func shaped(mesh, surface):
	var places = mesh.mesh.surface_get_arrays(surface)[Mesh.ARRAY_VERTEX]
	var shapes = mesh.mesh.surface_get_blend_shape_arrays(surface)
	var is_relative = mesh.mesh.blend_shape_mode == ArrayMesh.BLEND_SHAPE_MODE_RELATIVE
	var moved = []
	for v in range(places.size()):
		moved.append(places[v])
	for n in range(shapes.size()):
		var weight = mesh.get("blend_shapes/" + mesh.mesh.get_blend_shape_name(n))
		var shape = shapes[n][Mesh.ARRAY_VERTEX]
		for v in range(places.size()):
			moved[v] += weight * (shape[v] if is_relative else shape[v] - places[v])
	return moved


func write_corners(mesh, out):
	var palette = palette_of(mesh)
	for s in range(mesh.mesh.get_surface_count()):
		var arrays = mesh.mesh.surface_get_arrays(s)
		var bones = arrays[Mesh.ARRAY_BONES]
		var weights = arrays[Mesh.ARRAY_WEIGHTS]
		var moved = shaped(mesh, s)
		var places = []
		for v in range(moved.size()):
			var place = Vector3()
			for e in range(4 * v, 4 * v + 4):
				if weights[e] != 0:
					place += weights[e] * palette[int(bones[e])].xform(moved[v])
			places.append(place)
		var indices = arrays[Mesh.ARRAY_INDEX]
		var count = indices.size() if indices != null else places.size()
		# The importer reverses triangles, because front faces wind clockwise in the engine.
		for t in range(0, count, 3):
			for corner in [t, t + 2, t + 1]:
				var place = places[indices[corner] if indices != null else corner]
				out.store_float(place.x)
				out.store_float(place.y)
				out.store_float(place.z)
